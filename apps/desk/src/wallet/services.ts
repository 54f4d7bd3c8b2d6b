import { type ServiceTerms, serviceBounds } from '@truemark/protocol/routes/serviceTerms'
import { currency } from '@truemark/protocol/values'
import { wholeUpTo } from '../deed/door.ts'

/** What is paid out to cards and the hours of an identity review, as the form holds them. */
export interface ServicesDraft {
  /** Codes with a space between them. */
  readonly cards: string
  readonly hours: string
}

export function servicesDraft({ card_currencies: codes, identity_hours: hours }: ServiceTerms): ServicesDraft {
  return { cards: codes.join(' '), hours: String(hours) }
}

const codesIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')

/** The fields that can't stand; whether a currency is listed is the server's to say. */
export function servicesFaults({ cards, hours }: ServicesDraft): ReadonlySet<keyof ServicesDraft> {
  const faults = new Set<keyof ServicesDraft>()
  const codes = codesIn(cards)
  const isSet = codes.every((code) => currency.safeParse(code).success) && new Set(codes).size === codes.length
  if (!isSet || codes.length > serviceBounds.cardsMax) faults.add('cards')
  if (wholeUpTo(hours, serviceBounds.hoursMax) === null) faults.add('hours')
  return faults
}

/** What a draft without faults says. */
export function servicesRead({ cards, hours }: ServicesDraft): ServiceTerms {
  return { card_currencies: codesIn(cards), identity_hours: wholeUpTo(hours, serviceBounds.hoursMax) ?? 0 }
}

/** What follows from a draft, in the order in which it is told. */
export function servicesConsequences(before: ServiceTerms, after: ServiceTerms): ('off' | 'slower' | 'keep')[] {
  const isOff = before.card_currencies.some((code) => !after.card_currencies.includes(code))
  const isSlower = after.identity_hours > before.identity_hours
  return [...(isOff ? (['off'] as const) : []), ...(isSlower ? (['slower'] as const) : []), 'keep']
}
