// Signing in: the code is in the address's fragment, which browsers don't send.

function signInByFragment() {
  const form = document.querySelector("[data-login]");
  const code = location.hash.slice(1);
  if (!form || !code) return;
  // The code must not stay in the history.
  history.replaceState(null, "", location.pathname + location.search);
  form.elements.code.value = code;
  form.requestSubmit();
}

signInByFragment();
