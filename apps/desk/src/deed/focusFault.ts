/** Brings the first field that is wrong into sight and focus, once its fault is shown; a dialog's before the page's. */
export function focusFault(): void {
  requestAnimationFrame(() => {
    const within = document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document
    within.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
