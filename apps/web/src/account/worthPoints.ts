import type { Assets } from '@truemark/protocol/routes/account'
import type { WorthHistory } from '@truemark/protocol/routes/holdings'
import type { TimedValue } from '@truemark/ui/figures/segments'

const steps = { hour: 3_600_000, day: 86_400_000 } as const

/** What a chart of the worth is drawn from. */
export interface WorthCourse {
  readonly values: readonly TimedValue[]
  readonly from: number
  readonly to: number
  readonly gapMs: number
}

type Recorded = Pick<WorthHistory, 'points' | 'step' | 'from' | 'to'>

/** The recorded moments with what stands now as the last of them. */
export function withNow({ points, step, from, to }: Recorded, assets: Assets | null): WorthCourse {
  const recorded = points.map(({ time, total }) => ({ time, value: total }))
  const last = recorded.at(-1)?.time ?? 0
  const now = assets === null || assets.time <= last ? [] : [{ time: assets.time, value: assets.total_value }]
  const values = [...recorded, ...now]
  const first = values[0]?.time ?? from
  return {
    values,
    from: Math.max(from, first),
    to: Math.max(to, values.at(-1)?.time ?? to),
    gapMs: steps[step] + steps[step] / 2,
  }
}
