import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isSafeLink } from './links.ts'
import { Markdown } from './Markdown.tsx'
import { plainText, readMarkdown, textLengthMax } from './read.ts'

const image = `/api/v3/content/images/${'0123456789abcdef'.repeat(2)}`

function shown(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }))
}

function faults(text: string): string[] {
  return readMarkdown(text).faults.map(({ kind }) => kind)
}

describe('what a text may hold', () => {
  it('is headings, lists, tables, quotes, code, emphasis, links and images of the vault', () => {
    const text = `# Top\n\nOne **two** *three* ~~four~~ \`five\`\nsix  \nseven &amp; &copy; &#8364;\n\n1. a\n   - b\n\n> q\n\n| l | r |\n|:--|--:|\n| 1 | 2 |\n\n---\n\n\`\`\`\n<b>\n\`\`\`\n\n[news](/news) [out](https://example.org/a?b=c#d) [mail](mailto:a@example.org) ![A chart](${image})`
    const { faults: found, images } = readMarkdown(text)
    expect(found).toEqual([])
    expect(images).toEqual([image.slice(-32)])
    const html = shown(text)
    for (const part of [
      '<h3 ',
      '<strong ',
      '<em>three</em>',
      '<del>four</del>',
      'seven &amp; © €',
      '<ol start="1"',
      '<ul ',
      '<blockquote ',
      'text-right',
      '<hr ',
      '<code>&lt;b&gt;</code>',
      'href="/news"',
      'href="https://example.org/a?b=c#d" target="_blank" rel="noopener noreferrer nofollow"',
      'href="mailto:a@example.org"',
      `src="${image}" alt="A chart"`,
    ]) {
      expect(html).toContain(part)
    }
  })

  it('starts its headings where the page says, and never goes below the sixth', () => {
    expect(shown('###### x')).toContain('<h6')
    expect(renderToStaticMarkup(createElement(Markdown, { text: '# x', headingTop: 2 }))).toContain('<h2')
  })
})

/** Known ways to have a page run what a text brings. Each must come out without an element or an address of its own. */
const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script href=data:,alert(1) />',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form action=javascript:alert(1)><input type=submit>',
  '<details open ontoggle=alert(1)>',
  '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<x contenteditable autofocus onfocus=alert(1)>',
  '<!-- --><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](< javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](blob:https://example.org/1)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example/)',
  '[x](/\\evil.example/)',
  '[x](\\\\evil.example/)',
  '[x](https://user:word@evil.example/)',
  '[x](https://example.org@evil.example/)',
  '[x](/api/v3/user/logout)',
  '[x](/API/v3/user/logout)',
  '[x](http:javascript:alert(1))',
  '[x](about:blank)',
  '[x]( "onmouseover=alert(1)")',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: data:text/html,x "t"\n\n[a][x]',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](//evil.example/pixel.png)',
  '![x](/api/v3/content/images/../../user)',
  `![x](${image}?a=b)`,
  `![x](${image}/../../../user)`,
  '![x](/api/v3/content/images/ABCDEF0123456789ABCDEF0123456789)',
  '![" onerror="alert(1)](https://evil.example/x.png)',
  '![x][y]\n\n[y]: https://evil.example/p.png',
  '<https://evil.example"onmouseover="alert(1)>',
  '<javascript:alert(1)>',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '| <img src=x onerror=alert(1)> |\n|---|\n| [x](javascript:alert(1)) |',
  '> <script>alert(1)</script>',
  '- <img src=x onerror=alert(1)>',
  '# <img src=x onerror=alert(1)>',
  '**<img src=x onerror=alert(1)>**',
  '```html" onload="alert(1)\nx\n```\n\n<b onclick=alert(1)>y</b>',
  '&lt;script&gt;alert(1)&lt;/script&gt; <script>',
  '\u202Etxt.exe',
  '[pay\u2066 here](https://example.org)',
]

/** What the parser takes for letters and nothing more. */
const letters: readonly string[] = [
  '<svg/onload=alert(1)>',
  '[x](java\tscript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '<img\nsrc=x onerror=alert(1)//',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
]

const tags = /^(?:div|p|strong|em|del|code|pre|ul|ol|li|blockquote|h[2-6]|hr|br|a|img|table|thead|tbody|tr|th|td)$/

describe('what a text may not do', () => {
  it.each(letters)('%j is letters', (text) => {
    const tree = readMarkdown(text).blocks.flatMap((block) => ('inlines' in block ? block.inlines : []))
    expect(new Set(tree.map(({ kind }) => kind))).toEqual(new Set(['text']))
    expect(shown(text)).not.toMatch(/<(?:svg|img|script|a)/)
  })

  it.each(attacks)('%j is shown, does nothing, and is a fault', (attack) => {
    const html = shown(attack)
    expect(html).not.toMatch(/<img/)
    for (const [, tag] of html.matchAll(/<\/?([a-z0-9]+)/gi)) expect(tag).toMatch(tags)
    for (const [, attributes = ''] of html.matchAll(/<[a-z0-9]+((?:\s[^<>]*)?)>/gi)) {
      expect(attributes).not.toMatch(/\s(?:on[a-z]+|style|srcdoc|action|formaction)=/i)
    }
    for (const [, address = ''] of html.matchAll(/\shref="([^"]*)"/g)) expect(isSafeLink(address)).toBe(true)
    expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    expect(faults(attack)).not.toEqual([])
  })

  it.each([
    'https://example.org',
    'http://example.org/a(b)?c=d#e',
    'https://[::1]:8080/x',
    'mailto:help@example.org',
    '/setting/faq',
    '/news?x=1#y',
  ])('a link may lead to %s', (address) => {
    expect(isSafeLink(address)).toBe(true)
  })
})

describe('a text that would take long to read', () => {
  it.each([
    ['stars', '*'.repeat(textLengthMax)],
    ['underscores', '_a_'.repeat(20_000)],
    ['a little less of them', `${'_a_'.repeat(1_950)}\n\n`.repeat(10)],
    ['brackets', '['.repeat(textLengthMax)],
    ['links', '[a]('.repeat(15_000)],
    ['quotes', `${'>'.repeat(textLengthMax - 1)}x`],
    ['lists', `${'- '.repeat(3_000)}x`],
    ['nested lists', Array.from({ length: 60 }, (_, depth) => `${' '.repeat(2 * depth)}- x`).join('\n')],
    ['cells', `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}`],
    ['strong in strong', `${'**a *b '.repeat(400)}`],
    ['too much of it', 'word '.repeat(20_000)],
  ])('of %s is read at once', (_, text) => {
    const start = performance.now()
    const { blocks } = readMarkdown(text)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(blocks.length).toBeGreaterThan(0)
  })

  it('is shown as it is written, and is a fault', () => {
    expect(faults(`${'> '.repeat(40)}x`)).toEqual(['intricate'])
    expect(shown(`${'> '.repeat(40)}x`)).toContain('&gt; &gt;')
  })
})

it('gives a text in one line', () => {
  expect(plainText('# A\n\nb **c** [d](/x)\n\n- e', 40)).toBe('A b c d')
  expect(plainText('word '.repeat(20), 12)).toBe('word word w…')
})
