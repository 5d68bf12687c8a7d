/** Every file of page tests begins in a browser that remembers nothing: the one before may have left its language. */
localStorage.clear();
sessionStorage.clear();
