/** Brings the first field of a form that has a complaint into sight and puts the focus there, once it is drawn. */
export function focusFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid], [data-fault]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
