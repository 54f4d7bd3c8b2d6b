import { beforeEach, describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { bracketNoticeMaxMs, bracketNoticeMinMs } from './bracketVersions.ts'
import { bracketsDue } from './measure.ts'

const brackets = [{ floor: 0n, maintenanceRate: 8_000_000, multipleMax: 100 }]
let fixture: MarginFixture

beforeEach(() => {
  fixture = new MarginFixture()
})

const announced = (more: object) =>
  ({ type: 'announceBrackets', listing: 0, brackets, effectiveAt: fixture.now + bracketNoticeMinMs, ...more }) as const

describe('brackets for what is open', () => {
  it('are announced a day before they hold and no more than ninety, to the millisecond', () => {
    const { now } = fixture
    expect(fixture.refused(announced({ effectiveAt: now + bracketNoticeMinMs - 1 }))).toBe('bracket_notice_invalid')
    expect(fixture.refused(announced({ effectiveAt: now + bracketNoticeMaxMs + 1 }))).toBe('bracket_notice_invalid')
    fixture.must(announced({ effectiveAt: now + bracketNoticeMaxMs }))
    fixture.must({ type: 'withdrawBrackets', listing: 0 })
    fixture.must(announced({}))
    expect(fixture.refused(announced({}))).toBe('bracket_measure_pending')
  })

  it('are those of a market of derivatives, a scale, and such as its multiples allow', () => {
    fixture.must({ type: 'listCurrency', code: 'SOL', scale: 8 })
    const { venue } = fixture.state
    const terms = { ...venue.listings[0], code: 'SOLUSDT', base: venue.currencies.length - 1 }
    fixture.must({ type: 'listSymbol', terms })
    expect([fixture.refused(announced({ listing: 1 })), fixture.refused(announced({ listing: 9 }))]).toEqual([
      'symbol_unknown',
      'symbol_unknown',
    ])
    const no = [[], [{ ...brackets[0], floor: 1n }], [{ ...brackets[0], maintenanceRate: 10_000_000 }]]
    expect(no.map((scale) => fixture.refused(announced({ brackets: scale })))).toEqual([
      'listing_invalid',
      'listing_invalid',
      'listing_invalid',
    ])
  })

  it('are due from the very millisecond that was announced', () => {
    const { derivative } = fixture.state
    fixture.must(announced({}))
    const at = fixture.now + bracketNoticeMinMs
    expect(bracketsDue(derivative, at - 1)).toEqual([])
    expect(bracketsDue(derivative, at)).toMatchObject([{ type: 'bracketsEnforced', listing: 0, terms: { brackets } }])
  })
})
