#include "toml_shim.h"

#include <new>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace {

// The maximum nesting depth: more than any table of the program has, and small enough for recursive functions.
constexpr int deepest = 32;

// A parse and the receiver of its nodes.
struct Walk {
    std::string_view bytes;
    void *context;
    ctoml_visit visit;
};

void fail(const Walk &walk, std::string_view words, toml::source_position position) {
    ctoml_node node = {};
    node.kind = CTOML_FAILURE;
    node.text = words.data();
    node.text_length = words.size();
    node.line = position.line;
    node.column = position.column;
    walk.visit(walk.context, &node);
}

void visit(const Walk &walk, ctoml_node node, ctoml_kind kind) {
    node.kind = kind;
    walk.visit(walk.context, &node);
}

void visit_text_leaf(const Walk &walk, ctoml_node node, ctoml_kind kind, std::string_view text) {
    node.text = text.data();
    node.text_length = text.size();
    visit(walk, node, kind);
}

void visit_leaf(const Walk &walk, const toml::node &value, ctoml_node node) {
    switch (value.type()) {
    case toml::node_type::string: return visit_text_leaf(walk, node, CTOML_TEXT, value.as_string()->get());
    case toml::node_type::integer: node.integer = value.as_integer()->get(); return visit(walk, node, CTOML_INTEGER);
    case toml::node_type::floating_point:
        node.number = value.as_floating_point()->get();
        return visit(walk, node, CTOML_NUMBER);
    case toml::node_type::boolean: node.flag = value.as_boolean()->get(); return visit(walk, node, CTOML_FLAG);
    case toml::node_type::date: return visit_text_leaf(walk, node, CTOML_OTHER, "date");
    case toml::node_type::time: return visit_text_leaf(walk, node, CTOML_OTHER, "time");
    case toml::node_type::date_time: return visit_text_leaf(walk, node, CTOML_OTHER, "date and time");
    default: return visit_text_leaf(walk, node, CTOML_OTHER, "nothing");
    }
}

bool visit_node(const Walk &walk, const toml::node &value, ctoml_node node, int depth);

bool visit_table(const Walk &walk, const toml::table &table, ctoml_node node, int depth) {
    node.flag = table.is_inline();
    visit(walk, node, CTOML_TABLE_BEGIN);
    for (auto &&[key, value] : table) {
        ctoml_node inner = {};
        inner.key = key.data();
        inner.key_length = key.length();
        inner.key_line = key.source().begin.line;
        inner.key_column = key.source().begin.column;
        if (!visit_node(walk, value, inner, depth + 1)) return false;
    }
    visit(walk, node, CTOML_TABLE_END);
    return true;
}

bool visit_list(const Walk &walk, const toml::array &list, ctoml_node node, int depth) {
    visit(walk, node, CTOML_LIST_BEGIN);
    for (const toml::node &value : list) {
        if (!visit_node(walk, value, {}, depth + 1)) return false;
    }
    visit(walk, node, CTOML_LIST_END);
    return true;
}

bool visit_node(const Walk &walk, const toml::node &value, ctoml_node node, int depth) {
    node.line = value.source().begin.line;
    node.column = value.source().begin.column;
    if (depth > deepest) {
        fail(walk, "tables and lists are nested too deeply", value.source().begin);
        return false;
    }
    if (const toml::table *table = value.as_table()) return visit_table(walk, *table, node, depth);
    if (const toml::array *list = value.as_array()) return visit_list(walk, *list, node, depth);
    visit_leaf(walk, value, node);
    return true;
}

void parse(const Walk &walk) {
    try {
        toml::parse_result parsed = toml::parse(walk.bytes);
        if (!parsed) return fail(walk, parsed.error().description(), parsed.error().source().begin);
        visit_table(walk, parsed.table(), {}, 0);
    } catch (const std::bad_alloc &) {
        fail(walk, "out of memory", {});
    } catch (...) {
        fail(walk, "the parser gave up", {});
    }
}

} // namespace

void ctoml_parse(const char *bytes, size_t length, void *context, ctoml_visit visit) {
    parse({std::string_view(bytes, length), context, visit});
}
