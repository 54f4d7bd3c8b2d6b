import { useQuery } from '@tanstack/react-query'
import { creditScore, type CreditLine } from '@truemark/protocol/routes/credit'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Card } from '@truemark/ui/primitives/Card'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { useDateTime } from '../i18n/door.ts'
import { AboutTexts } from './aboutTexts.tsx'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'

type Score = AnswerOf<typeof creditScore>

/** The credit score, what it is made of, and that nothing depends on it. */
export function CreditScoreScreen() {
  const mode = useSession((state) => state.mode)
  const query = useQuery({ queryKey: ['creditScore', mode], queryFn: () => call(creditScore, {}) })
  return (
    <>
      <ContentHeader name="creditScore" />
      <AboutTexts>
        <Page width="reading">
          <Answer query={query}>{(score) => <ScoreView score={score} />}</Answer>
        </Page>
      </AboutTexts>
    </>
  )
}

function ScoreView({ score }: { score: Score }) {
  const t = useTranslations('about.credit')
  const dateTime = useDateTime()
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col items-center gap-3 py-6 text-center">
        <Gauge share={score.score / score.score_max} />
        <p className="-mt-16 flex flex-col">
          <span className="figures text-40 leading-tight font-semibold">{score.score}</span>
          <span className="text-14 text-quiet">{t('of', { max: score.score_max })}</span>
        </p>
        <p className="max-w-[48ch] text-14 text-secondary">{t('explained')}</p>
      </Card>
      <section aria-label={t('rule')} className="flex flex-col gap-2">
        <h2 className="text-16 font-semibold">{t('rule')}</h2>
        <ul className="overflow-hidden rounded-card bg-surface">
          {score.lines.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      </section>
      <p className="figures text-12 text-quiet">
        {t('version', { version: score.version, time: dateTime(score.time) })}
      </p>
    </div>
  )
}

function Line({ line }: { line: CreditLine }) {
  const t = useTranslations('about.credit')
  const { name, points, points_max: most, count, points_each: each, per } = line
  const share = most === 0 ? 0 : points / most
  const takes = most < 0
  return (
    <li className="flex flex-col gap-2 px-4 py-3 hairline-b last:shadow-none">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 text-16 font-medium">{t(`lines.${name}.name`)}</span>
        <span className="figures shrink-0 text-14">
          <span className={takes && points < 0 ? 'font-semibold text-warning' : 'font-semibold'}>
            {points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'}
          </span>
          <span className="text-quiet"> / {takes ? `−${-most}` : most}</span>
        </span>
      </div>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-raised">
        <div
          className={`h-full rounded-full ${takes ? 'bg-warning' : 'bg-primary'}`}
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className="text-12 text-quiet">{t(`lines.${name}.rule`, { count, each: Math.abs(each), per })}</p>
    </li>
  )
}

const arc = 'M 20 110 A 90 90 0 0 1 200 110'
const arcLength = Math.PI * 90

/** Half a circle, filled as far as the score goes. */
function Gauge({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 220 120" aria-hidden="true" className="w-56 fill-none">
      <path d={arc} className="stroke-raised" strokeWidth="10" strokeLinecap="round" />
      {share > 0 && (
        <path
          d={arc}
          className="stroke-primary"
          strokeWidth="10"
          strokeLinecap="round"
          strokeDasharray={`${share * arcLength} ${arcLength}`}
        />
      )}
    </svg>
  )
}
