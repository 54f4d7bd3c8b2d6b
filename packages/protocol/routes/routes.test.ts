import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { page } from '../values.ts'
import { riskAccess } from '../disclosureNeeds.ts'
import { type Reason, errorOf } from '../errors.ts'
import { routes } from './all.ts'
import { appFields } from './content.ts'
import { proposal } from './deskProposals.ts'
import { pathWith, type RouteDefinition } from './route.ts'
import { spotOrderBody } from './spot.ts'

const all: readonly (readonly [string, Omit<RouteDefinition, 'path'> & { path: string }])[] = Object.entries(routes)

/** The calls that the specification shows, then those that its decisions list by capability. */
const required = [
  'POST /register',
  'POST /login',
  'POST /simulation/login',
  'GET /simulation/reset',
  'POST /simulation/reset',
  'POST /user/logout',
  'POST /send_sms',
  'POST /send_email',
  'POST /log_error',
  'POST /address_token',
  'GET /datafeed/symbols',
  'GET /crypto/coin_list',
  'GET /datafeed/history',
  'GET /datafeed/history_batch',
  'GET /data',
  'GET /about_us',
  'GET /faq',
  'GET /user_agreement',
  'GET /user',
  'POST /user/realname',
  'PUT /user/realname',
  'GET /user/realname',
  'GET /app/msb_certificate_list',
  // identity
  'POST /forgot_password',
  'POST /user/change_password',
  'GET /user/sessions',
  'DELETE /user/sessions',
  'DELETE /user/sessions/{id}',
  'POST /user/totp',
  'DELETE /user/totp',
  'PUT /user/profile',
  'GET /user/credit_score',
  // account
  'GET /account/assets',
  'GET /account/{kind}',
  'POST /account/transfers',
  'GET /account/transfers',
  'GET /account/records',
  'POST /exchange/quotes',
  'POST /exchange/orders',
  'GET /exchange/orders',
  // spot
  'POST /spot/orders',
  'GET /spot/orders',
  'GET /spot/orders/{id}',
  'DELETE /spot/orders',
  'PATCH /spot/orders/{id}',
  'DELETE /spot/orders/{id}',
  // contract
  'POST /contract/orders',
  'GET /contract/orders',
  'GET /contract/orders/{id}',
  'PATCH /contract/orders/{id}',
  'DELETE /contract/orders/{id}',
  'POST /contract/orders/{id}/close',
  'POST /contract/orders/{id}/margin',
  // perpetual
  'GET /perpetual/account',
  'PUT /perpetual/{symbol}/settings',
  'POST /perpetual/orders',
  'GET /perpetual/orders',
  'DELETE /perpetual/orders',
  'DELETE /perpetual/orders/{id}',
  'GET /perpetual/positions',
  'POST /perpetual/positions/{id}/close',
  'PATCH /perpetual/positions/{id}',
  'GET /perpetual/funding',
  // option
  'GET /option/terms',
  'POST /option/orders',
  'GET /option/orders',
  // wallet
  'GET /wallet/networks',
  'POST /wallet/deposits',
  'GET /wallet/deposits',
  'DELETE /wallet/deposits/{id}',
  'POST /wallet/withdrawals',
  'GET /wallet/withdrawals',
  'DELETE /wallet/withdrawals/{id}',
  'POST /wallet/addresses',
  'GET /wallet/addresses',
  'DELETE /wallet/addresses/{id}',
  'POST /wallet/cards',
  'GET /wallet/cards',
  'PUT /wallet/cards/{id}',
  'DELETE /wallet/cards/{id}',
  // wealth
  'GET /mining/products',
  'POST /mining/orders',
  'GET /mining/orders',
  'POST /mining/orders/{id}/redeem',
  'GET /invest/products',
  'POST /invest/orders',
  'GET /invest/orders',
  'GET /ieo/projects',
  'POST /ieo/subscriptions',
  'GET /ieo/subscriptions',
  // support
  'POST /support/tickets',
  'GET /support/tickets',
  'GET /support/chat/messages',
  'POST /support/chat/messages',
  'POST /support/chat/end',
  'GET /news',
  'GET /news/{id}',
  // market
  'GET /market/{symbol}/book',
  'GET /market/{symbol}/trades',
  'GET /market/status',
  'PUT /market/favourites/{symbol}',
  'DELETE /market/favourites/{symbol}',
  // transparency
  'GET /transparency/rules',
  'GET /transparency/index_samples/{symbol}',
  'GET /transparency/evidence/{id}',
  'GET /transparency/evidence/{id}/file',
  'GET /transparency/liabilities',
]

describe('the routes', () => {
  it('are those of the specification, each once', () => {
    const names = all.map(([, route]) => `${route.method} ${route.path.replace('/api/v3', '')}`)
    expect(required.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(all)('%s stands under the prefix, names its parameters and repeats no error', (_, route) => {
    expect(route.path).toMatch(/^\/api\/v3(\/[a-z0-9_]+|\/\{[a-z]+\})+$/)
    expect(route.path.includes('{')).toBe(route.params !== undefined)
    expect(new Set(route.errors).size).toBe(route.errors.length)
    expect(route.errors.filter((reason) => errorOf(reason).reserved)).toEqual([])
    expect(route.method === 'GET' && (route.idempotent || route.body !== undefined)).toBe(false)
    expect(route.summary.endsWith('.')).toBe(true)
  })

  it('that wait for a second person say too that too many wait already', () => {
    const says = (reason: Reason, answer?: unknown) =>
      all.flatMap(([name, one]) => (one.errors.includes(reason) || one.answer === answer ? [name] : []))
    // some answer with what waits, the others refuse with it
    expect(says('proposals_open_max')).toEqual(says('approval_pending', proposal))
  })

  it('remember the answer of each call that moves money', () => {
    const keyed = all.filter(([, route]) => route.idempotent).map(([name]) => name)
    expect(keyed).toEqual([
      'simulationReset',
      'transferMake',
      'exchangeMake',
      'spotOrderPlace',
      'spotOrdersCancel',
      'spotOrderAmend',
      'spotOrderCancel',
      'spotConditionalPlace',
      'spotTrailingPlace',
      'spotConditionalCancel',
      'contractOrderPlace',
      'contractOrderAmend',
      'contractOrdersCancel',
      'contractOrderCancel',
      'contractOrderClose',
      'contractCloseAll',
      'contractMarginAdd',
      'perpetualSet',
      'perpetualOrderPlace',
      'perpetualOrdersCancel',
      'perpetualOrderAmend',
      'perpetualOrderCancel',
      'perpetualPositionClose',
      'perpetualCloseAll',
      'perpetualPositionChange',
      'optionOrderPlace',
      'miningOrderPlace',
      'miningRedeem',
      'investOrderPlace',
      'ieoSubscribe',
      'depositMake',
      'depositCancel',
      'withdrawalMake',
      'withdrawalCancel',
      'deskDepositComplete',
      'deskDepositReject',
      'deskWithdrawalApprove',
      'deskWithdrawalPay',
      'deskWithdrawalFail',
      'deskWithdrawalReject',
      'deskWithdrawalRelease',
      'ticketMake',
      'ticketAnswer',
    ])
  })

  it('fill their parameters', () => {
    expect(pathWith(routes.spotOrderCancel.path, { id: 'a/b' })).toBe('/api/v3/spot/orders/a%2Fb')
    expect(() => pathWith(routes.spotOrderCancel.path, {})).toThrow('lacks id')
  })
})

describe('a list', () => {
  /** Lists that are short by what they are, or bounded by what is asked of them. */
  const whole = [
    'holds',
    'profit',
    'statements',
    'gainYears',
    'deskHouseDays',
    'deskOperators',
    'deskNetworks',
    'deskPayouts',
    'passkeys',
    'apiKeys',
    'deskIeoAllocation',
    'chatMessages',
    'deskChatMessages',
  ]
  const lists = all.filter(
    ([name, { method, answer }]) => method === 'GET' && 'items' in shapeOf(answer) && !whole.includes(name),
  )

  it('is whole only where it is one', () => {
    const names = all.filter(([, { answer }]) => 'items' in shapeOf(answer)).map(([name]) => name)
    expect(whole.filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(lists)('%s goes on by a cursor, at most 100 at a time', (_, { answer, query }) => {
    expect(Object.keys(shapeOf(answer))).toContain('cursor')
    expect(Object.keys(query === undefined ? {} : shapeOf(query))).toEqual(expect.arrayContaining(['cursor', 'limit']))
    for (const limit of ['0', '101', '-1', '1.5']) expect(z.safeParse(page.limit, limit).success).toBe(false)
  })
})

function shapeOf(schema: z.ZodMiniType): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodMiniObject ? schema.shape : {}
}

describe('a file', () => {
  const megabytes = 5 * 1024 ** 2
  const mostOf = (name: keyof typeof routes): number | undefined => {
    const route: RouteDefinition = routes[name]
    return route.files?.bytesMax
  }

  it('that proves something or shows a face is under 5 MB, one that is attached at most that', () => {
    for (const name of ['depositMake', 'realNameSubmit', 'realNameResubmit', 'profileChange'] as const) {
      expect([name, mostOf(name)]).toEqual([name, megabytes - 1])
    }
    for (const name of ['ticketMake', 'chatSendImage'] as const) expect([name, mostOf(name)]).toEqual([name, megabytes])
  })
})

describe('the body of a spot order', () => {
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '60000.5', quantity: '0.01' }

  it('is read as it is written', () => {
    expect(spotOrderBody.parse(order)).toEqual(order)
    expect(spotOrderBody.safeParse({ symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '10' }).success).toBe(true)
  })

  it.each([
    '1e3',
    '0x10',
    '1_000',
    '1,000',
    ' 1',
    '+1',
    '-0',
    '-1',
    'NaN',
    '١٢',
    '１',
    '1.',
    '.5',
    '01',
    '',
    '9'.repeat(41),
  ])('refuses the price %j', (price) => {
    expect(spotOrderBody.safeParse({ ...order, price }).success).toBe(false)
  })

  it.each([0.1, 9007199254740991, null, true, [1], { $gt: 0 }])('refuses the quantity %j', (quantity) => {
    expect(spotOrderBody.safeParse({ ...order, quantity }).success).toBe(false)
  })
})

describe('app data', () => {
  const shape = Object.keys(appFields.shape)

  it('has the thirteen fields', () => {
    expect(shape).toHaveLength(13)
  })

  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'https://a b'])(
    'refuses the link %s',
    (link) => {
      expect(appFields.shape.im_link.safeParse(link).success).toBe(false)
    },
  )
})

it('packs only answers that anyone may read', () => {
  const packed = all.filter(([, route]) => route.packed === true)
  expect(packed.length).toBeGreaterThan(0)
  for (const [name, { method, access }] of packed) expect([name, method, access]).toEqual([name, 'GET', 'guest'])
})

it('says of every route that takes new risk or brings money in that it can be paused, and what it asks of a real account', () => {
  const risky = all.filter(([, { access, method }]) => riskAccess.some((one) => one === access) && method !== 'GET')
  const told = [...risky, ...all.filter(([name]) => name === 'depositMake')]
  expect(told.length).toBeGreaterThan(10)
  const silent = told.filter(([, { errors }]) => !errors.includes('risk_paused'))
  expect(silent.map(([name]) => name)).toEqual([])
  const asked = ['product_off', 'real_money_closed', 'real_name_missing', 'real_name_pending', 'real_name_rejected']
  const unasked = risky.filter(([, { errors }]) => asked.some((reason) => !errors.some((one) => one === reason)))
  expect(unasked.map(([name]) => name)).toEqual([])
})
