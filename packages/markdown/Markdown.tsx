import { Fragment, useMemo, type ReactNode } from 'react'
import { imagePath, isOwnPath } from './links.ts'
import { readMarkdown } from './read.ts'
import type { Align, Block, Inline } from './tree.ts'

export interface MarkdownProps {
  readonly text: string
  /** The level of the text's topmost heading on its page. */
  readonly headingTop?: 2 | 3 | 4
  /** How an image of the vault is shown; by default by its public address. */
  readonly image?: (name: string, alt: string) => ReactNode
  /** How a link inside the app is shown; by default as any other. */
  readonly pathLink?: (path: string, children: ReactNode) => ReactNode
}

type Shown = Required<Omit<MarkdownProps, 'text'>>

/** A text that somebody wrote in Markdown. What it may hold is what `readMarkdown` gives, so nothing in it can act. */
export function Markdown({ text, headingTop = 3, image = PublicImage, pathLink = plainLink }: MarkdownProps) {
  const { blocks } = useMemo(() => readMarkdown(text), [text])
  const shown = { headingTop, image, pathLink }
  return (
    <div className="flex max-w-[72ch] min-w-0 flex-col gap-3 text-16 break-words text-secondary">
      <Blocks blocks={blocks} shown={shown} />
    </div>
  )
}

function Blocks({ blocks, shown }: { blocks: readonly Block[]; shown: Shown }) {
  return blocks.map((block, place) => <BlockView key={place} block={block} shown={shown} />)
}

function BlockView({ block, shown }: { block: Block; shown: Shown }) {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level} inlines={block.inlines} shown={shown} />
    case 'paragraph':
      return <p>{inlinesOf(block.inlines, shown)}</p>
    case 'list':
      return <List block={block} shown={shown} />
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-3 border-l-2 border-primary pl-4">
          <Blocks blocks={block.blocks} shown={shown} />
        </blockquote>
      )
    case 'code':
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-raised p-3 text-14 text-text">
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return <Table block={block} shown={shown} />
    case 'rule':
      return <hr className="border-0 hairline-b" />
  }
}

const levels = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function Heading({ level, inlines, shown }: { level: number; inlines: readonly Inline[]; shown: Shown }) {
  const Level = levels[Math.min(levels.length - 1, shown.headingTop - 2 + level - 1)] ?? 'h6'
  return (
    <Level className={`pt-2 font-semibold text-text ${level <= 2 ? 'text-20' : 'text-16'}`}>
      {inlinesOf(inlines, shown)}
    </Level>
  )
}

type ListBlock = Extract<Block, { kind: 'list' }>

function List({ block, shown }: { block: ListBlock; shown: Shown }) {
  const items = block.items.map((blocks, place) => (
    <li key={place} className="pl-1">
      <div className="flex flex-col gap-2">
        <Blocks blocks={blocks} shown={shown} />
      </div>
    </li>
  ))
  if (block.first === null) return <ul className="flex list-disc flex-col gap-1.5 pl-6">{items}</ul>
  return (
    <ol start={block.first} className="figures flex list-decimal flex-col gap-1.5 pl-7">
      {items}
    </ol>
  )
}

const sides: Readonly<Record<Align, string>> = { start: 'text-left', center: 'text-center', end: 'text-right' }

function Table({ block, shown }: { block: Extract<Block, { kind: 'table' }>; shown: Shown }) {
  const side = (column: number): string => sides[block.align[column] ?? 'start']
  return (
    <div tabIndex={0} role="group" className="overflow-x-auto rounded-control bg-raised">
      <table className="figures w-full text-14">
        <thead className="text-quiet">
          <tr className="hairline-b">
            {block.head.map((cell, column) => (
              <th key={column} scope="col" className={`px-3 py-2 font-normal ${side(column)}`}>
                {inlinesOf(cell, shown)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, place) => (
            <tr key={place} className="hairline-b last:shadow-none">
              {row.map((cell, column) => (
                <td key={column} className={`px-3 py-2 ${side(column)}`}>
                  {inlinesOf(cell, shown)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inlinesOf(inlines: readonly Inline[], shown: Shown): ReactNode {
  return inlines.map((inline, place) => <Fragment key={place}>{inlineOf(inline, shown)}</Fragment>)
}

function inlineOf(inline: Inline, shown: Shown): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code className="rounded-chip bg-raised px-1.5 py-0.5 text-14 text-text">{inline.text}</code>
    case 'strong':
      return <strong className="font-semibold text-text">{inlinesOf(inline.inlines, shown)}</strong>
    case 'emphasis':
      return <em>{inlinesOf(inline.inlines, shown)}</em>
    case 'deleted':
      return <del>{inlinesOf(inline.inlines, shown)}</del>
    case 'link':
      return linkOf(inline.href, inlinesOf(inline.inlines, shown), shown)
    case 'image':
      return shown.image(inline.name, inline.alt)
    case 'break':
      return <br />
  }
}

const linkClass = 'text-primary underline underline-offset-2'

function linkOf(href: string, children: ReactNode, shown: Shown): ReactNode {
  if (isOwnPath(href)) return shown.pathLink(href, children)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
      {children}
    </a>
  )
}

function plainLink(path: string, children: ReactNode): ReactNode {
  return (
    <a href={path} className={linkClass}>
      {children}
    </a>
  )
}

function PublicImage(name: string, alt: string): ReactNode {
  return (
    <img
      src={`${imagePath}${name}`}
      alt={alt}
      loading="lazy"
      decoding="async"
      className="my-1 block h-auto max-w-full rounded-control"
    />
  )
}
