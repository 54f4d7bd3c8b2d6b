import type { ProposalKindName } from '@truemark/protocol/routes/deskProposals'
import { haltGround } from '@truemark/protocol/routes/suspensions'
import { disableGround, freezeGround } from '@truemark/protocol/routes/touches'
import { useTranslations } from 'use-intl'
import { useFieldNames } from '../listing/door.ts'
import { percentOf } from '../markets/door.ts'
import { useOpeningWords } from './useOpeningWords.ts'

/** One line of what a proposal changes, in the reader's words where there are any. */
export interface DetailWords {
  readonly name: string
  readonly value: string
}

const listingKinds: readonly ProposalKindName[] = ['currency_list', 'market_list', 'market_sources']
const openingKinds: readonly ProposalKindName[] = ['derivative_open', 'option_open']
const shares: readonly string[] = [
  'fee_rate_maker',
  'fee_rate_taker',
  'collar_rate',
  'half_spread_rate',
  'gap_rate',
  'simulated_volatility',
]

/**
 * Says in words what a proposal lists, opens, stops, ends, states, tags or resets, and each switch; every other name and value stands
 * as the server keeps it, the way it does in the audit log.
 */
export function useDetailWords(kind: ProposalKindName): (name: string, value: string) => DetailWords {
  const approvals = useTranslations('desk.approvals')
  const users = useTranslations('desk.users')
  const symbols = useTranslations('desk.symbols')
  const leverage = useTranslations('desk.leverage')
  const options = useTranslations('desk.options')
  const common = useTranslations('desk.common')
  const listed: Readonly<Record<string, string>> = useFieldNames()
  const opening = useOpeningWords()
  const names: Readonly<Record<string, string>> = {
    ground: approvals('ground'),
    reference: users('reference'),
    days: users('days'),
    hours: symbols('hours'),
    halt: symbols('halt'),
    spot: symbols('spot'),
    contract: leverage('contract'),
    perpetual: leverage('perpetual'),
    on: options('on'),
    amount: common('amount'),
    network: common('network'),
    place: approvals('names.place'),
    form: approvals('names.form'),
    signature: approvals('names.signature'),
    signed_text: approvals('names.signed_text'),
    staff: approvals('names.staff'),
    operator: approvals('names.operator'),
    spoken_code: approvals('names.spoken_code'),
    real_name: approvals('names.real_name'),
    wait_hours: approvals('names.hours'),
  }
  const grounds: Readonly<Record<string, string>> = {
    ...Object.fromEntries(freezeGround.options.map((one) => [one, users(`grounds.${one}`)])),
    ...Object.fromEntries(disableGround.options.map((one) => [one, users(`disableGrounds.${one}`)])),
    ...Object.fromEntries(haltGround.options.map((one) => [one, symbols(`haltGrounds.${one}`)])),
  }
  const switches: Readonly<Record<string, string>> = { true: common('yes'), false: common('no') }
  const halts: Readonly<Record<string, string>> = {
    trading: symbols('trading'),
    cancel_only: symbols('cancelOnly'),
    halted: symbols('halted'),
  }
  const valueOf = (name: string, value: string): string => {
    if (name === 'ground') return grounds[value] ?? value
    if (name === 'real_name') return users('realNameState', { state: value })
    return inWords(name === 'halt' ? halts : switches, value)
  }
  if (openingKinds.includes(kind)) return opening
  if (listingKinds.includes(kind)) {
    return (name, value) => ({
      name: listed[name] ?? name,
      value: shares.includes(name) ? `${percentOf(value)} %` : value,
    })
  }
  return (name, value) => ({ name: names[name] ?? name, value: valueOf(name, value) })
}

// also what was and what would be: halted → trading; nothing was before what is new
function inWords(words: Readonly<Record<string, string>>, value: string): string {
  return value
    .split(' → ')
    .map((one) => (one === '' ? '–' : (words[one] ?? one)))
    .join(' → ')
}
