import { haltGround } from '@truemark/protocol/routes/suspensions'
import { disableGround, freezeGround } from '@truemark/protocol/routes/touches'
import { useTranslations } from 'use-intl'

/** One line of what a proposal changes, in the reader's words where there are any. */
export interface DetailWords {
  readonly name: string
  readonly value: string
}

/**
 * Says in words what a proposal to stop a person or a market changes; every other name and value stands as the server
 * keeps it, the way it does in the audit log.
 */
export function useDetailWords(): (name: string, value: string) => DetailWords {
  const approvals = useTranslations('desk.approvals')
  const users = useTranslations('desk.users')
  const symbols = useTranslations('desk.symbols')
  const names: Readonly<Record<string, string>> = {
    ground: approvals('ground'),
    reference: users('reference'),
    days: users('days'),
    hours: symbols('hours'),
    halt: symbols('halt'),
  }
  const grounds: Readonly<Record<string, string>> = {
    ...Object.fromEntries(freezeGround.options.map((one) => [one, users(`grounds.${one}`)])),
    ...Object.fromEntries(disableGround.options.map((one) => [one, users(`disableGrounds.${one}`)])),
    ...Object.fromEntries(haltGround.options.map((one) => [one, symbols(`haltGrounds.${one}`)])),
  }
  const halts: Readonly<Record<string, string>> = {
    trading: symbols('trading'),
    cancel_only: symbols('cancelOnly'),
    halted: symbols('halted'),
  }
  return (name, value) => ({
    name: names[name] ?? name,
    value: name === 'ground' ? (grounds[value] ?? value) : name === 'halt' ? haltWords(halts, value) : value,
  })
}

// also what was and what would be: halted → trading
function haltWords(halts: Readonly<Record<string, string>>, value: string): string {
  return value
    .split(' → ')
    .map((one) => halts[one] ?? one)
    .join(' → ')
}
