// Built next.
