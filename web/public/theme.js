// Runs before the first paint so that a chosen theme never flashes; a file of its own because the policy allows no inline script.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch { /* storage refused: the system's choice stands */ }
