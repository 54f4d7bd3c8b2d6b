import { Button } from '@truemark/ui/primitives/Button'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { useNavigate, useShown } from '../parts/router/useRouter.ts'
import { tour } from '../data/tour.ts'
import { type Step, steps } from './steps.ts'
import { TourTexts } from './texts.tsx'
import { type Place, useAnchor } from './useAnchor.ts'

/** The step of the tour that is due, on its screen; elsewhere it waits, and is in nobody's way. */
export function Tour({ step }: { step: number }) {
  const path = useShown().place.pathname
  const due = steps[step]
  if (due === undefined || due.path !== path) return null
  return (
    <TourTexts>
      <Pointer step={due} place={step} />
    </TourTexts>
  )
}

function Pointer({ step, place }: { step: Step; place: number }) {
  const anchor = useAnchor(step.anchor)
  if (anchor === null) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none fixed z-20 rounded-card outline-2 outline-offset-4 outline-primary"
        style={anchor}
      />
      <Card key={step.name} step={step} place={place} anchor={anchor} />
    </>
  )
}

const leave = (): void => tour.setState({ step: null })

interface CardProps {
  step: Step
  place: number
  anchor: Place
}

/** What is pointed at in a few words, where it hides none of it; Escape leaves the tour, as its button does. */
function Card({ step, place, anchor }: CardProps) {
  const t = useTranslations('tour')
  const figure = useFigure()
  const navigate = useNavigate()
  const title = useRef<HTMLHeadingElement>(null)
  const next = steps[place + 1]
  // who went on reads on there; who has only come is not taken away from what they look at
  useEffect(() => {
    if (place > 0) title.current?.focus({ preventScroll: true })
  }, [place])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const goOn = () => {
    if (next === undefined) return leave()
    tour.setState({ step: place + 1 })
    void navigate({ to: next.path })
    return undefined
  }
  const isLow = anchor.top + anchor.height / 2 > window.innerHeight / 2
  const at = isLow ? 'top-[calc(var(--strip,0px)+4.5rem)]' : 'bottom-[calc(5.5rem+var(--safe-bottom))] desk:bottom-6'
  return (
    <section
      aria-label={t('label')}
      className={`fixed inset-x-4 z-30 mx-auto flex max-w-[26rem] flex-col gap-3 rounded-card bg-overlay p-4 hairline desk:right-6 desk:left-auto desk:mx-0 ${at}`}
    >
      <div className="flex flex-col gap-1" aria-live="polite">
        <p className="figures text-12 text-quiet">
          {t('place', { place: figure(String(place + 1)), count: figure(String(steps.length)) })}
        </p>
        <h2 ref={title} tabIndex={-1} className="text-16 font-semibold outline-none">
          {t(`${step.name}.title`)}
        </h2>
        <p className="text-14 text-secondary">{t(`${step.name}.text`)}</p>
      </div>
      <div className="flex justify-end gap-2">
        {next !== undefined && (
          <Button kind="quiet" compact onClick={leave}>
            {t('skip')}
          </Button>
        )}
        <Button compact onClick={goOn}>
          {t(next === undefined ? 'finish' : 'next')}
        </Button>
      </div>
    </section>
  )
}
