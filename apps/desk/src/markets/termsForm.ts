import { parseDecimal } from '@truemark/core/money/decimal'
import { percentOf, shareOf } from './rate.ts'

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Terms<Name extends string> = Readonly<Record<Name, string | number>>

/** One term that a draft changes, in the form's notation. */
export interface TermChange<Name extends string> {
  readonly name: Name
  readonly from: string
  readonly to: string
}

const comparedScale = 18

/** Whether two figures are the same, however they are written; what is no figure is the same as its own text alone. */
export function sameFigure(a: string, b: string): boolean {
  const left = parseDecimal(a, comparedScale)
  return left === null ? a === b : left === parseDecimal(b, comparedScale)
}

/** Whether a figure is above another; never where one is none. */
export function isMore(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a, comparedScale), parseDecimal(b, comparedScale)]
  return left !== null && right !== null && left > right
}

/** Terms as a call bears them: whole numbers as such, all else as text. */
type Written<Notations> = { readonly [Name in keyof Notations]: Notations[Name] extends 'count' ? number : string }

/** A form over the terms of one table: in which order and how they are written, and what a draft of them changes. */
export interface TermsForm<Notations, Name extends string = keyof Notations & string> {
  readonly names: readonly Name[]
  /** The terms as the form starts with them. */
  textsOf(terms: Terms<Name>): Texts<Name>
  changesOf(terms: Terms<Name>, texts: Texts<Name>): readonly TermChange<Name>[]
  /** The terms that can't stand, each with its fault, by what judges one. */
  faultsOf<Fault>(judge: (name: Name) => Fault | null): ReadonlyMap<Name, Fault>
  /** All terms as the call bears them. */
  bodyOf(texts: Texts<Name>): Written<Notations>
  /** What is changed, as the call bears it, and nothing else. */
  changedOf(terms: Terms<Name>, texts: Texts<Name>): Partial<Written<Notations>>
}

/**
 * Makes the form of a table.
 * @param notations how each term is written: `percent` of a share, `count` for a whole number, else as it stands
 */
export function termsForm<const Notations extends Readonly<Record<string, string>>>(
  notations: Notations,
): TermsForm<Notations> {
  type Name = keyof Notations & string
  const isName = (name: string): name is Name => name in notations
  const names = Object.keys(notations).filter(isName)
  const written = (name: Name, text: string): string | number => {
    if (notations[name] === 'count') return Number(text)
    return notations[name] === 'percent' ? (shareOf(text) ?? '') : text
  }
  const isOfTable = <Found extends object>(found: object, some: readonly string[]): found is Found =>
    some.every((name) => name in found)
  const recordOf = <Found extends object>(some: readonly Name[], of: (name: Name) => string | number): Found => {
    const found = Object.fromEntries(some.map((name) => [name, of(name)]))
    if (!isOfTable<Found>(found, some)) throw new Error('a term without a text')
    return found
  }
  const textsOf = (terms: Terms<Name>): Texts<Name> =>
    recordOf(names, (name) => {
      const value = terms[name]
      return typeof value === 'string' && notations[name] === 'percent' ? percentOf(value) : String(value)
    })
  const changesOf = (terms: Terms<Name>, texts: Texts<Name>): readonly TermChange<Name>[] => {
    const before = textsOf(terms)
    return names
      .map((name) => ({ name, from: before[name], to: texts[name] }))
      .filter(({ from, to }) => !sameFigure(from, to))
  }
  return {
    names,
    textsOf,
    changesOf,
    faultsOf(judge) {
      const faults = names.map((name) => [name, judge(name)] as const)
      return new Map(faults.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault] as const])))
    },
    bodyOf: (texts) => recordOf(names, (name) => written(name, texts[name])),
    changedOf(terms, texts) {
      const changed = changesOf(terms, texts).map(({ name }) => name)
      return recordOf(changed, (name) => written(name, texts[name]))
    },
  }
}
