// Runs before the first paint: theme, language and direction are right from the first frame on.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = localStorage.getItem('theme-mode') ?? (dark ? 'dark' : 'light');
  const language = localStorage.getItem('i18nextLng') ?? 'zh';
  document.body.setAttribute('theme-mode', theme);
  document.body.classList.add('switchyard');
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
})();
