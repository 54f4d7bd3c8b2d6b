// Before the app: says in one sentence that a browser is too old for it. In plain old words, so that such a browser can
// read them; a file, since the page's policy forbids inline scripts.
;(function () {
  const page = document.documentElement
  const wanted = [
    [window, 'BigInt'],
    [window, 'ResizeObserver'],
    [window, 'CSSLayerBlockRule'],
    [Object, 'hasOwn'],
    [Array.prototype, 'at'],
    [Array.prototype, 'findLast'],
    [Array.prototype, 'toSorted'],
    [String.prototype, 'replaceAll'],
  ]
  const isMissing = wanted.some(function (pair) {
    return !(pair[1] in pair[0])
  })
  if (isMissing) {
    document.addEventListener('DOMContentLoaded', function () {
      const note = document.createElement('p')
      note.className = 'too-old-note'
      note.setAttribute('role', 'alert')
      note.textContent =
        'This browser is too old for this page, and parts of it will not work. Please update it, or use another one.'
      document.body.insertBefore(note, document.body.firstChild)
    })
  }
  // A script that the browser cannot read: the sentence that stands in the page is shown at once.
  window.addEventListener(
    'error',
    function (event) {
      const isScript = event.target instanceof HTMLScriptElement
      if (isScript || event.error instanceof SyntaxError) page.className += ' too-old'
    },
    true,
  )
})()
