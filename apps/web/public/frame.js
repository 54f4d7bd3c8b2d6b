// Puts the first frame of the screen on the page, before the app is there: that of whoever is signed in on this device,
// where the page was drawn in this reader's language. What it lacks keeps the mark. A file, since the page's policy
// forbids inline scripts.
try {
  let kept = null
  try {
    kept = JSON.parse(localStorage.getItem('truemark.session'))?.state ?? null
  } catch {
    // Nothing kept, or storage is forbidden: nobody is signed in.
  }
  const mode = kept?.mode === 'demo' ? 'demo' : 'real'
  const reader = kept?.[mode] ? mode : 'nobody'
  const { locale } = document.currentScript.dataset
  const root = document.querySelector('#root')
  const template = document.querySelector(`template[data-reader~="${reader}"]`)
  const fits = template && !(template.dataset.below && innerWidth >= Number(template.dataset.below))
  if (fits && (kept === null || kept.locale === locale)) {
    const frame = document.createElement('div')
    // Nothing in it can be pressed yet, nor written into: what is typed would be gone with it.
    frame.inert = true
    frame.append(template.content.cloneNode(true))
    for (const field of frame.querySelectorAll('input')) field.readOnly = true
    const late = root.querySelector('.late')
    root.firstElementChild.replaceWith(frame)
    root.append(late)
    const { offsetHeight } = frame.querySelector('[data-strip]')
    document.documentElement.style.setProperty('--strip', `${offsetHeight}px`)
  }
} catch {
  // The mark stands until the app is there.
}
