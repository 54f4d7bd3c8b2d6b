import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../parts/router/Link.tsx'
import { useSearch } from '../parts/router/useRouter.ts'
import { useSession } from '../data/session.ts'
import { DemoBlocked } from '../identity/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { LinkButton } from '../parts/TextLink.tsx'

/** What a real account alone has; a demo account is told so. */
export function RealOnly({ children }: { children: ReactNode }) {
  const isDemo = useSession((state) => state.mode === 'demo')
  return isDemo ? <DemoBlocked block="demo_no_wealth" /> : children
}

interface RecordHeadProps {
  name: string
  tone: BadgeTone
  status: string
}

/** The name of what was taken, and how it stands. */
export function RecordHead({ name, tone, status }: RecordHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="text-16 font-semibold wrap-anywhere">{name}</h2>
      <Badge tone={tone}>{status}</Badge>
    </div>
  )
}

interface OfferLinkProps {
  to: '/lockming/order' | '/invest/purchase'
  product: string
  name: string
  label: string
  /** What is said instead where nothing is left. */
  soldOut: string | null
}

/** The way from an offer to its form. */
export function OfferLink({ to, product, name, label, soldOut }: OfferLinkProps) {
  const look = `${buttonClass('secondary', true)} mt-auto`
  if (soldOut !== null) {
    return (
      <span className={`${look} pointer-events-none opacity-55`} aria-disabled="true">
        {soldOut}
      </span>
    )
  }
  return (
    <Link to={to} search={{ product }} className={look} aria-label={`${label}: ${name}`}>
      {label}
    </Link>
  )
}

interface ChosenProductProps<Product> {
  query: ComponentProps<typeof Loaded<readonly Product[]>>['query']
  /** What is said where there is none such, and where all of them are. */
  missing: string
  all: { readonly to: '/lockming/lockming' | '/invest/invest'; readonly label: string }
  children: (product: Product) => ReactNode
}

/** The product that the page's address means (`?product=`). */
export function ChosenProduct<Product extends { readonly product_id: string }>(props: ChosenProductProps<Product>) {
  const { query, missing, all, children } = props
  const search = useSearch()
  return (
    <Loaded query={query}>
      {(products) => {
        const product = products.find(({ product_id }) => product_id === search.product)
        if (product !== undefined) return children(product)
        const way = <LinkButton to={all.to}>{all.label}</LinkButton>
        return <EmptyState drawing="coins" title={missing} action={way} />
      }}
    </Loaded>
  )
}
