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

/** The terms whose figures differ, in their order. */
export function changesBetween<Name extends string>(
  names: readonly Name[],
  before: Texts<Name>,
  after: Texts<Name>,
): readonly TermChange<Name>[] {
  return names
    .map((name) => ({ name, from: before[name], to: after[name] }))
    .filter(({ from, to }) => !sameFigure(from, to))
}

/** A form over the terms of one table: in which order and how they are written, and what a draft of them changes. */
export interface TermsForm<Name extends string> {
  readonly names: readonly Name[]
  /** The terms as the form starts with them. */
  textsOf(terms: Terms<Name>): Texts<Name>
  changesOf(terms: Terms<Name>, texts: Texts<Name>): readonly TermChange<Name>[]
  /** What is changed, as the call bears it, and nothing else. */
  fieldsOf(terms: Terms<Name>, texts: Texts<Name>): { [name: string]: string | number }
  /** One term's text as the call bears it: a share for a percentage. */
  writtenOf(name: Name, text: string): string
}

/**
 * Makes the form of a table.
 * @param notations how each term is written: `percent` of a share, `count` for a whole number, else as it stands
 */
export function termsForm<Name extends string>(notations: Readonly<Record<Name, string>>): TermsForm<Name> {
  const isName = (name: string): name is Name => name in notations
  const names = Object.keys(notations).filter(isName)
  const textOf = (terms: Terms<Name>, name: Name): string => {
    const value = terms[name]
    if (typeof value === 'number') return String(value)
    return notations[name] === 'percent' ? percentOf(value) : value
  }
  const textsOf = (terms: Terms<Name>): Texts<Name> => {
    const texts: Partial<Record<Name, string>> = {}
    for (const name of names) texts[name] = textOf(terms, name)
    return whole(texts, names)
  }
  const changesOf = (terms: Terms<Name>, texts: Texts<Name>) => changesBetween(names, textsOf(terms), texts)
  const writtenOf = (name: Name, text: string) => (notations[name] === 'percent' ? (shareOf(text) ?? '') : text)
  return {
    names,
    textsOf,
    changesOf,
    fieldsOf(terms, texts) {
      const fields = changesOf(terms, texts).map(({ name, to }): [string, string | number] => {
        return [name, notations[name] === 'count' ? Number(to) : writtenOf(name, to)]
      })
      return Object.fromEntries(fields)
    },
    writtenOf,
  }
}

function whole<Name extends string>(texts: Partial<Record<Name, string>>, names: readonly Name[]): Texts<Name> {
  const isWhole = (some: Partial<Record<Name, string>>): some is Record<Name, string> =>
    names.every((name) => some[name] !== undefined)
  if (!isWhole(texts)) throw new Error('a term without a text')
  return texts
}
