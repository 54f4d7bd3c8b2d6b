// Before the first paint: the reader's theme and colours, so that nothing flashes. A file, since the page's policy
// forbids inline scripts.
try {
  const { state } = JSON.parse(localStorage.getItem('truemark.appearance'))
  if (/^(dark|light)$/.test(state.theme)) document.documentElement.dataset.theme = state.theme
  if (/^(green-up|red-up|colour-blind)$/.test(state.upDown)) document.documentElement.dataset.upDown = state.upDown
} catch {
  // Nothing kept, or storage is forbidden: the page's own defaults stand.
}
