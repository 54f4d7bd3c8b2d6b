import { describe, expect, it } from 'vitest'
import { coreReasons } from '@truemark/core/result/reason'
import { errorCatalogue, ownCodeFirst, realNameRejectedCode } from './errorCatalogue.ts'
import type { ErrorEntry } from './errorEntry.ts'
import { codeOf, httpStatusOf, isReason, paramsOf, reasonOf, successCatalogue } from './errors.ts'

const entries: readonly ErrorEntry[] = errorCatalogue

/** The codes that the specification's catalogue lists. */
const specified = [
  401, 550, 551, 552, 555, 556, 561, 566, 567, 568, 569, 570, 571, 11302, 11303, 11304, 11305, 11802, 11803, 11804,
  11807, 11901, 11902, 11904, 11905, 11910, 11914, 12100, 12102, 12103, 12106, 12114, 12116, 12118, 12119, 12120, 12200,
  12205, 12206, 12213, 12247, 12239, 12250, 12251, 12252, 12253, 12254, 12256, 12257, 12258, 12259, 12260, 12261, 12262,
  12263, 12264, 12265, 12266, 12267, 12268, 99916, 99917,
]

describe('the error catalogue', () => {
  it('gives each reason one code and each code one reason', () => {
    expect(new Set(entries.map((entry) => entry.reason)).size).toBe(entries.length)
    expect(new Set(entries.map((entry) => entry.code)).size).toBe(entries.length)
    for (const entry of entries) {
      expect(isReason(entry.reason)).toBe(true)
      expect(reasonOf(entry.code)).toBe(entry.reason)
    }
  })

  it('has every code of the specification', () => {
    const codes = new Set(entries.map((entry) => entry.code))
    expect([...specified, ...successCatalogue.map((entry) => entry.code)].filter((code) => !codes.has(code))).toEqual(
      successCatalogue.map((entry) => entry.code),
    )
    expect(successCatalogue.map((entry) => entry.code)).toEqual([11812, 11919, 12210, 12242, 12243])
  })

  it('numbers our own codes in blocks of a hundred, each without gap from its start, with the one that is fixed from outside among them', () => {
    const own = entries.map((entry) => entry.code).filter((code) => code >= ownCodeFirst && code < 90_000)
    const run = own.toSorted((a, b) => a - b)
    expect(own).toContain(realNameRejectedCode)
    for (const [place, code] of run.entries()) {
      const startsBlock = code % 100 === 0
      expect(startsBlock ? code : code - 1).toBe(startsBlock ? code : run[place - 1])
    }
    expect(entries.filter((entry) => entry.code < ownCodeFirst).map((entry) => entry.code)).toEqual(
      specified.filter((code) => code < ownCodeFirst).toSorted((a, b) => a - b),
    )
  })

  it('maps every reason of the exchange', () => {
    expect(coreReasons.filter((reason) => !isReason(reason))).toEqual([])
    expect(codeOf('balance_insufficient_order')).toBe(12206)
    expect(codeOf('balance_insufficient')).toBe(11902)
    expect(codeOf('order_unknown')).toBe(12213)
    expect(codeOf('order_done')).toBe(12247)
    expect(codeOf('real_name_rejected')).toBe(13117)
  })

  it('answers as HTTP only where HTTP has a word for it', () => {
    expect(httpStatusOf('login_required')).toBe(401)
    expect(httpStatusOf('body_too_large')).toBe(413)
    expect(httpStatusOf('media_type')).toBe(415)
    expect(httpStatusOf('rate_limited')).toBe(429)
    expect(httpStatusOf('server_busy')).toBe(503)
    expect(httpStatusOf('balance_insufficient_order')).toBe(200)
  })

  it('knows no reason of a foreign code', () => {
    expect(reasonOf(99999)).toBeNull()
    expect(isReason('toString')).toBe(false)
  })

  it('never lacks a figure of a text', () => {
    expect(paramsOf('password_length')).toEqual({ min: '6', max: '20' })
    expect(paramsOf('rate_limited', { seconds: '7' })).toEqual({ seconds: '7' })
  })
})
