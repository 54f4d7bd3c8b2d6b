import { Markdown } from '@truemark/markdown/Markdown'
import { Link } from '../parts/router/Link.tsx'

/** A text of the operator's in Markdown; its links inside the app open in the app. */
export function Text({ text, headingTop = 3 }: { text: string; headingTop?: 2 | 3 | 4 }) {
  return (
    <Markdown
      text={text}
      headingTop={headingTop}
      pathLink={(path, children) => (
        <Link to={path} className="text-primary underline underline-offset-2">
          {children}
        </Link>
      )}
    />
  )
}
