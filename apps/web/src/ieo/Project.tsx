import type { IeoPhase, IeoProject } from '@truemark/protocol/routes/ieo'
import { CoinMark } from '@truemark/ui/marks/CoinMark'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { AmountLine, Line, DeadlineLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { RealOnly } from '../wealth/door.ts'
import { demandOf } from './allotment.ts'
import { SubscribeForm } from './SubscribeForm.tsx'

const tones: Record<IeoPhase, BadgeTone> = {
  announced: 'info',
  open: 'primary',
  allotting: 'warning',
  ended: 'plain',
  listed: 'up',
  canceled: 'danger',
}

/** One launch: what it is, its terms and rule, and the form while applications are taken. */
export function Project({ project }: { project: IeoProject }) {
  const t = useTranslations('ieo')
  const figure = useFigure()
  const isOpen = project.phase === 'open'
  return (
    <li
      className={`flex flex-col gap-4 rounded-card bg-surface p-4 ${isOpen ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_24rem] desk:items-start' : ''}`}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <CoinMark code={project.currency} />
          <h2 className="min-w-0 flex-1 text-20 font-semibold wrap-anywhere">{project.name}</h2>
          <Badge tone={tones[project.phase]}>{t(`phase.${project.phase}`)}</Badge>
        </div>
        <p className="text-14 whitespace-pre-line text-secondary wrap-anywhere">{project.description}</p>
        <Terms project={project} />
        <div className="flex flex-col gap-1 text-14">
          <h3 className="font-medium">{t('ruleTitle')}</h3>
          <p className="text-secondary">
            {t('rule', { piece: figure(project.pass_quantity), currency: project.currency })}
          </p>
        </div>
      </div>
      {isOpen && (
        <div className="rounded-control bg-raised p-4">
          <RealOnly>
            <SubscribeForm project={project} />
          </RealOnly>
        </div>
      )}
    </li>
  )
}

function Terms({ project }: { project: IeoProject }) {
  const t = useTranslations('ieo')
  const figure = useFigure()
  const { currency } = project
  const limits = { min: figure(project.application_min), max: figure(project.application_max), currency }
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('field.price')} strong value={project.price} unit="USDT" decimalsMin={0} />
      <AmountLine label={t('field.supply')} strong value={project.supply} unit={currency} decimalsMin={0} />
      <Line label={t('field.applications')}>
        <Amount value={project.applications} unit={currency} decimalsMin={0} />
        <span className="block text-12 text-quiet">{t('demand', { percent: figure(demandOf(project)) })}</span>
      </Line>
      {project.passes !== null && (
        <AmountLine label={t('field.passes')} value={project.passes} unit={currency} decimalsMin={0} />
      )}
      <Line label={t('field.limits')}>{t('field.limitsValue', limits)}</Line>
      {project.own_applications !== '0' && (
        <AmountLine label={t('field.own')} value={project.own_applications} unit={currency} decimalsMin={0} />
      )}
      <DeadlineLine label={t('field.opens')} at={project.opens} />
      <DeadlineLine label={t('field.closes')} at={project.closes} />
      <DeadlineLine label={t('field.timeToMarket')} at={project.time_to_market} />
    </dl>
  )
}
