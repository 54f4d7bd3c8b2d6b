// The house style as data: what may not stand in a tracked file, and what to do instead. Each rule has a fixture of
// its own name in tests/walls/fixtures/tidy that it must catch. What needs a syntax tree is oxlint's (.oxlintrc.json).

/**
 * @typedef {object} SourceFile
 * @property {string} path from the root, with forward slashes
 * @property {number} bytes
 * @property {string} text empty for a binary file
 *
 * @typedef {object} TidyRule
 * @property {string} name
 * @property {string} instead what to do instead
 * @property {(path: string) => boolean} covers
 * @property {RegExp} [banned] tried on each line
 * @property {(file: SourceFile) => number | null} [find] the line of the breach, or null
 */

const code = (/** @type {string} */ path) => /\.(tsx?|mjs|cjs|js|css|sql|sh|html)$/.test(path)
const script = (/** @type {string} */ path) => /\.(tsx?|mjs|cjs|js)$/.test(path)
const all = () => true

/** What runs in a browser, but the doors to the device and tests. */
const browser = (/** @type {string} */ path) =>
  /^(apps\/(web|desk)\/src|packages\/ui)\/.*\.tsx?$/.test(path) &&
  !path.startsWith('packages/ui/device/') &&
  !/\.test\.tsx?$/.test(path)

/** The exchange's own code, but the tables that keep rows by holder and the bytes: these may ask for a holder's row. */
const reckonsNoHolder = (/** @type {string} */ path) =>
  /^packages\/core\/.*\.ts$/.test(path) &&
  !/\.test\.ts$|^packages\/core\/testing\//.test(path) &&
  !holderTables.has(path)
const holderTables = new Set(
  [
    'ledger/holders.ts',
    'ledger/ledger.ts',
    'ledger/standing.ts',
    'codec/codec.ts',
    'spot/eventBytes.ts',
    'spot/openOrders.ts',
    'book/book.ts',
    'liquidation/places.ts',
    'trigger/holderAgenda.ts',
  ].map((file) => `packages/core/${file}`),
)
const holderWord = '(\\w*[hH]older|payer|payee)'
const operator = '(%|[<>]=?|&|\\||\\^|<<|>>>?|[*/+-]|\\*\\*)'

const linesMax = 400
const bytesMax = 1.5 * 1024 * 1024
const drawers = 'utils?|helpers?|commons?|types|constants|misc|shared|lib|stuff'

/** @type {TidyRule[]} */
export const tidyRules = [
  {
    name: 'file-length',
    instead: `split it: a file has at most ${linesMax} lines`,
    // what a test writes for review is as long as what it tells of
    covers: (path) => code(path) && !script(path) && !path.startsWith('docs/reference/'),
    find: (file) => (file.text.split('\n').length > linesMax + 1 ? linesMax + 1 : null),
  },
  {
    name: 'file-size',
    instead: 'keep it out of the repository: a tracked file has at most 1.5 MB',
    covers: all,
    find: (file) => (file.bytes > bytesMax ? 1 : null),
  },
  {
    name: 'suppression',
    instead: 'mend what the checker found; narrow the type or change the rule for all',
    covers: code,
    banned:
      /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint|tslint|stylelint)-disable|(biome|prettier|oxfmt|knip)-ignore|(istanbul|v8|c8) ignore/,
  },
  {
    name: 'skipped-test',
    instead: 'mend the test or delete it; skipIf with its reason is for what a machine may lack',
    covers: script,
    banned:
      /\b(it|test|describe|suite|bench)(\.(concurrent|sequential|each|for))*\.(skip|only|todo|fails|fixme)\b(?!If)/,
  },
  {
    name: 'unfinished',
    instead: 'finish it now or open an issue',
    covers: code,
    banned: /\b(TODO|FIXME|XXX|HACK)\b/,
  },
  {
    name: 'drawer',
    instead: 'name the folder by what its files are about',
    covers: (path) => script(path) && new RegExp(`(^|/)(${drawers})(/|\\.[cm]?[jt]sx?$)`).test(path),
    find: () => 1,
  },
  {
    name: 'barrel',
    instead: 'import the file that you mean',
    covers: script,
    find: findBarrel,
  },
  {
    name: 'device-door',
    instead: 'go through packages/ui/device: storage may be full or forbidden, the clock wrong, the browser old',
    covers: browser,
    banned:
      /\b(localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b|\bnavigator\.serviceWorker\b|\brandomUUID\b|\bAbortSignal\.(timeout|any)\(|\bURL\.canParse\b|\bDate\.now\b|\bnew Date\(\)/,
  },
  {
    name: 'own-loop',
    instead: 'call startRounds: its rounds never overlap, tell of what failed and end with the server',
    covers: (path) =>
      /^apps\/server\/src\/.*\.ts$/.test(path) &&
      !/\.test\.ts$|\/testing\//.test(path) &&
      path !== 'apps/server/src/platform/rounds.ts',
    banned: /\bsetInterval\(/,
  },
  {
    name: 'holder-number',
    instead: 'compare holders for equality and look them up, never reckon with their numbers: order by arrival',
    covers: reckonsNoHolder,
    banned: new RegExp(
      [
        `\\b${holderWord}\\)? ${operator} `,
        `[^=] ${operator} ([\\w.]+\\.)?${holderWord}\\b(?![(:])`,
        `\\b(Number|String|BigInt|parseInt|isInteger|isSafeInteger)\\((\\w+\\.)*${holderWord}\\)`,
        `\\btypeof (\\w+\\.)*${holderWord}\\b`,
        `\\b${holderWord}\\.(to\\w+|valueOf)\\(`,
        `\\[[^\\]]*[hH]olders?\\b[^\\]]*\\]\\.(sort|toSorted)\\(`,
        `\\bholderRow\\b`,
        `\\bas (number|bigint|string|unknown)\\b`,
      ].join('|'),
    ),
  },
  {
    name: 'merge-marker',
    instead: 'resolve the conflict',
    covers: all,
    banned: /^(<{7}|>{7}) /,
  },
  {
    name: 'machine-path',
    instead: 'take the path from the configuration, the file itself or the system (os.tmpdir)',
    covers: (path) => path !== '.gitignore',
    banned: /(?<![\w.$}\])/*-])\/(work|root|tmp|home\/\w+|Users\/\w+)(?=[/'"`\s):;,]|$)/,
  },
  {
    name: 'registry',
    instead: 'leave the registry to the reader: no host and no credential of it in a tracked file',
    covers: all,
    banned:
      /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|"resolved": "(https?|git\+|ssh):|_authToken|\b(artifactory|verdaccio)\b/i,
  },
  {
    name: 'dead-link',
    instead: 'link to a file that is there',
    covers: (path) => path.endsWith('.md'),
  },
]

/** @param {SourceFile} file */
function findBarrel(file) {
  if (/(^|\/)index\.[cm]?[jt]sx?$/.test(file.path)) return 1
  const lines = file.text.split('\n')
  const star = lines.findIndex((line) => line.startsWith('export * from '))
  return star < 0 ? null : star + 1
}
