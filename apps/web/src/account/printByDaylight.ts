/** Prints the page with dark ink on light paper, whatever the screen looks like, and puts its look back. */
export function printByDaylight(): void {
  const root = document.documentElement
  const { theme } = root.dataset
  if (theme !== undefined) {
    root.dataset['theme'] = 'light'
    window.addEventListener('afterprint', () => (root.dataset['theme'] = theme), { once: true })
  }
  window.print()
}
