import { joined } from './joined.tsx'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** A figure whose digits roll over, each in its own place, when it changes; other marks stand still. */
export function RollingFigure({ text, className }: { text: string; className?: string }) {
  const characters = Array.from(text)
  return (
    <span className={joined('inline-block leading-[1.2]', className)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {characters.map((character, place) => {
          // Counted from the end, so that the units keep their place when the figure grows.
          const key = characters.length - place
          const digit = digits.indexOf(character)
          if (digit < 0) return <span key={`mark${key}`}>{character}</span>
          return (
            <span key={key} className="inline-block h-[1.2em] overflow-hidden align-bottom">
              <span
                className="flex flex-col transition-transform duration-(--motion-sheet) ease-calm"
                style={{ transform: `translateY(-${digit * 10}%)` }}
              >
                {digits.map((each) => (
                  <span key={each}>{each}</span>
                ))}
              </span>
            </span>
          )
        })}
      </span>
    </span>
  )
}
