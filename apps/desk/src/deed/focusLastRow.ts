/**
 * Brings the focus into the first field of a form's last row, once that has come.
 * @param fields the fields of one row
 */
export function focusLastRow(box: HTMLElement | null, fields: number): void {
  requestAnimationFrame(() => {
    const inputs = box?.querySelectorAll('input') ?? []
    inputs[inputs.length - fields]?.focus()
  })
}
