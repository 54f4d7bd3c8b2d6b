import { useId, type ReactNode } from 'react'

interface CardSectionProps {
  title: string
  /** At the end of the title's line: the way to all of them. */
  way?: ReactNode
  children: ReactNode
}

/** A part of a page under a quiet title. */
export function CardSection({ title, way, children }: CardSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-6 items-center justify-between">
        <h2 id={id} className="text-14 text-quiet">
          {title}
        </h2>
        {way}
      </div>
      {children}
    </section>
  )
}
