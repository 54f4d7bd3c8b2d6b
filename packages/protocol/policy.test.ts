import { describe, expect, it } from 'vitest'
import { errorCatalogue } from './errorCatalogue.ts'
import { keyScopes } from './keyScopes.ts'
import { actors, mayCall, mayKeyCall, type Actor } from './policy.ts'
import { routes } from './routes/all.ts'
import type { RouteDefinition } from './routes/route.ts'

const all: readonly (readonly [string, Omit<RouteDefinition, 'path'> & { path: string }])[] = Object.entries(routes)

/** Routes that a guest may call; every other one needs a session. */
const open = [
  'register',
  'login',
  'passkeyLoginOptions',
  'passkeyLogin',
  'simulationLogin',
  'sendSms',
  'sendEmail',
  'forgotPassword',
  'freezeAccount',
  'factorLost',
  'symbols',
  'coins',
  'history',
  'historyBatch',
  'marketDepth',
  'marketTrades',
  'marketStatuses',
  'appData',
  'aboutUs',
  'faq',
  'userAgreement',
  'certificates',
  'newsList',
  'newsOne',
  'contentImage',
  'logError',
  'transparencyRules',
  'ruleVersions',
  'indexSamples',
  'indexSources',
  'insuranceFund',
  'liquidationsPublic',
  'manualEntriesPublic',
  'fundingsPublic',
  'housePublic',
  'lossesPublic',
  'withdrawalStatistics',
  'evidence',
  'evidenceEntry',
  'evidenceHeads',
  'evidenceGrowth',
  'haltsPublic',
  'suspensionsPublic',
  'periodsPublic',
  'operatorsPublic',
  'staffPublic',
  'bracketsPublic',
  'walletTermsPublic',
  'termsPublic',
  'ownCheckFailures',
  'ownChecks',
  'signingKeys',
  'witnessedHeads',
  'rowDigest',
  'headMailStart',
  'headMailEnd',
  'liabilities',
  'liabilityPath',
  'assetsPublic',
  'derivativeTermsAll',
  'optionExits',
  'optionVoids',
  'deskLinkOpen',
  'deskLinkComplete',
  'deskLogin',
  'deskLinkPasskey',
  'deskPasskeyLoginOptions',
  'deskPasskeyLogin',
]

/** What a disabled account loses: whatever takes new risk or brings money in. */
const withoutDisabled = [
  'apiKeyMake',
  'addressToken',
  'depositMake',
  'quoteAsk',
  'exchangeMake',
  'spotOrderPlace',
  'spotOrderAmend',
  'spotConditionalPlace',
  'spotTrailingPlace',
  'contractOrderPlace',
  'perpetualOrderPlace',
  'perpetualOrderAmend',
  'perpetualSet',
  'optionOrderPlace',
  'miningOrderPlace',
  'investOrderPlace',
  'ieoSubscribe',
  'simulationReset',
  'simulationResetByGet',
]

function callersOf(name: keyof typeof routes): Actor[] {
  return actors.filter((actor) => mayCall(routes[name].access, actor) === 'yes')
}

/** What a key that trades may change, and nothing else: orders and positions, and how a symbol is traded. */
const byTradingKey = [
  'spotOrderPlace',
  'spotOrderAmend',
  'spotOrderCancel',
  'spotOrdersCancel',
  'spotConditionalPlace',
  'spotTrailingPlace',
  'spotConditionalCancel',
  'contractOrderPlace',
  'contractOrderAmend',
  'contractOrderCancel',
  'contractOrdersCancel',
  'contractOrderClose',
  'contractCloseAll',
  'contractMarginAdd',
  'perpetualSet',
  'perpetualOrderPlace',
  'perpetualOrderAmend',
  'perpetualOrderCancel',
  'perpetualOrdersCancel',
  'perpetualPositionClose',
  'perpetualPositionChange',
  'perpetualCloseAll',
  'optionOrderPlace',
]

/** What any key may read. */
const byReadingKey = [
  'symbols',
  'coins',
  'history',
  'historyBatch',
  'marketBook',
  'marketDepth',
  'marketTrades',
  'marketStatuses',
  'derivativeTermsAll',
  'accountAssets',
  'accountOne',
  'transfers',
  'records',
  'exchanges',
  'holds',
  'worth',
  'profit',
  'ownEvidence',
  'ownRows',
  'spotFills',
  'derivativeFills',
  'spotOrders',
  'spotOrderOne',
  'spotConditionals',
  'contractOrders',
  'contractOrderOne',
  'perpetualAccountOne',
  'perpetualOrders',
  'perpetualOrderOne',
  'perpetualPositions',
  'perpetualPositionOne',
  'perpetualLiquidations',
  'perpetualFunding',
  'optionTerms',
  'optionOrders',
  'optionOrderOne',
]

describe('the policy', () => {
  it.each(all)('says of %s what each caller is told', (_, route) => {
    const known = new Set<string>(['yes', ...errorCatalogue.map((entry) => entry.reason)])
    for (const actor of actors) expect(known).toContain(mayCall(route.access, actor))
  })

  it('opens to guests what is listed here and nothing else', () => {
    const guests = all.filter(([, route]) => mayCall(route.access, 'guest') === 'yes').map(([name]) => name)
    expect(guests.toSorted()).toEqual(open.toSorted())
  })

  it('sends a guest to the login from everywhere else', () => {
    for (const [name, route] of all) {
      if (!open.includes(name)) expect(mayCall(route.access, 'guest')).toBe('login_required')
    }
  })

  it('keeps users from the desk, and operators from the accounts of users', () => {
    for (const [name, route] of all) {
      if (open.includes(name)) continue
      const desk = route.path.startsWith('/api/v3/desk/')
      for (const actor of ['user', 'demo'] as const) {
        if (desk) expect(mayCall(route.access, actor)).toBe('permission_insufficient')
      }
      if (!desk) expect(mayCall(route.access, 'administrator')).toBe('permission_insufficient')
    }
  })

  it('leaves a disabled user what reads and what takes out, and nothing that takes risk or brings money in', () => {
    const own = all.filter(([name, route]) => !open.includes(name) && !route.path.startsWith('/api/v3/desk/'))
    const lost = own.filter(([, route]) => mayCall(route.access, 'disabled') === 'user_disabled')
    expect(lost.map(([name]) => name).toSorted()).toEqual(withoutDisabled.toSorted())
    for (const [name, route] of all) {
      if (route.path.startsWith('/api/v3/desk/') && !open.includes(name))
        expect(mayCall(route.access, 'disabled')).toBe('user_disabled')
    }
    for (const name of ['withdrawalMake', 'addressAdd', 'cardAdd', 'transferMake', 'logout', 'passkeyProof'] as const)
      expect(callersOf(name)).toContain('disabled')
  })

  it('tells a demo account why', () => {
    expect(mayCall(routes.addressToken.access, 'demo')).toBe('demo_no_deposit')
    for (const name of ['depositMake', 'deposits', 'depositCancel', 'depositVoucher'] as const) {
      expect(mayCall(routes[name].access, 'demo')).toBe('demo_no_deposit')
    }
    for (const name of ['withdrawalMake', 'withdrawals', 'withdrawalCancel', 'walletSettingsChange'] as const) {
      expect(mayCall(routes[name].access, 'demo')).toBe('demo_no_withdraw')
    }
    for (const name of ['addressAdd', 'addresses', 'addressRemove'] as const) {
      expect(mayCall(routes[name].access, 'demo')).toBe('demo_no_addresses')
    }
    for (const name of ['realNameSubmit', 'realNameResubmit', 'realNameRead', 'realNameDocument'] as const) {
      expect(mayCall(routes[name].access, 'demo')).toBe('demo_no_authentication')
    }
    expect(mayCall('demo_no_cards', 'demo')).toBe('demo_no_cards')
    expect(mayCall('demo_no_cards', 'user')).toBe('yes')
    expect(mayCall(routes.simulationReset.access, 'user')).toBe('simulation_only')
  })

  it('grants operators what their role is for', () => {
    expect(callersOf('deskSymbolChange')).toEqual(['treasurer', 'administrator'])
    expect(callersOf('deskDerivativeChange')).toEqual(['treasurer', 'administrator'])
    expect(callersOf('deskProductSwitch')).toEqual(['treasurer', 'administrator'])
    expect(callersOf('deskDepositComplete')).toEqual(['treasurer', 'administrator'])
    expect(callersOf('deskWithdrawalPay')).toEqual(['treasurer', 'administrator'])
    expect(callersOf('deskDepositVoucher')).toEqual(['reviewer', 'treasurer', 'auditor', 'administrator'])
    expect(callersOf('deskVerificationFront')).toEqual(['reviewer', 'auditor', 'administrator'])
    expect(callersOf('deskVerificationApprove')).toEqual(['reviewer', 'administrator'])
    expect(callersOf('deskAudit')).toEqual(['auditor', 'administrator'])
    expect(callersOf('deskUserDisable')).toEqual(['support', 'administrator'])
    expect(callersOf('deskOutbox')).toEqual(['support', 'administrator'])
    expect(callersOf('deskAppDataChange')).toEqual(['support', 'administrator'])
  })

  it('lets a key of a program read and trade what is listed here, each by its scope, and nothing else', () => {
    for (const [name, route] of all) {
      const verdicts = keyScopes.map((scope) => mayKeyCall(route, scope))
      const told = byReadingKey.includes(name)
        ? ['yes', 'yes']
        : byTradingKey.includes(name)
          ? ['api_scope_missing', 'yes']
          : ['api_app_only', 'api_app_only']
      expect([name, ...verdicts]).toEqual([name, ...told])
    }
    expect(new Set([...byReadingKey, ...byTradingKey, ...Object.keys(routes)]).size).toBe(all.length)
  })

  it('lets no key near who one is, what guards the account and what moves money, whatever a route says of itself', () => {
    for (const [name, route] of all) {
      const isOfAccount = route.access === 'user' || route.access === 'risk' || route.access === 'guest'
      if (isOfAccount) continue
      for (const byKey of keyScopes) {
        expect([name, mayKeyCall({ ...route, byKey }, 'trade')]).toEqual([name, 'api_app_only'])
      }
    }
    // nor change anything by a scope that reads, or what could be made twice
    expect(mayKeyCall({ ...routes.spotOrderPlace, byKey: 'read' }, 'trade')).toBe('api_app_only')
    expect(mayKeyCall({ ...routes.spotOrderPlace, idempotent: false }, 'trade')).toBe('api_app_only')
    expect(mayKeyCall({ ...routes.simulationResetByGet, byKey: 'read' }, 'trade')).toBe('api_app_only')
    expect(mayKeyCall({ ...routes.login, byKey: 'trade' }, 'trade')).toBe('api_app_only')
  })

  it('denies what it does not know', () => {
    expect(mayCall('everything', 'administrator')).toBe('permission_insufficient')
    expect(mayCall('guest', 'nobody')).toBe('permission_insufficient')
    expect(mayCall('constructor', 'guest')).toBe('permission_insufficient')
  })
})
