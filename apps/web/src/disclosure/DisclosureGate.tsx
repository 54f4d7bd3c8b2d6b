import type { Disclosure, DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import type { ReactNode } from 'react'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { SendButton, useErrorText } from '../i18n/door.ts'
import { useAccept, useDisclosures, useDueWhenRefused } from './useDisclosures.ts'

interface DisclosureGateProps {
  product: DisclosureProduct
  /** Whether the confirmation of an order is asked for. */
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The order only reduces, which waits for nothing. */
  reduces?: boolean
  /** The confirmation itself, open once the risks are understood. */
  children: (open: boolean) => ReactNode
}

/** Shows a product's risks before the first order of it on a real account, then goes on to what was to be confirmed. */
export function DisclosureGate({ product, open, onOpenChange, reduces = false, children }: DisclosureGateProps) {
  const { data, isFetching } = useDisclosures()
  useDueWhenRefused()
  const known = data?.find((one) => one.product === product)
  // where it cannot be found out the confirmation opens, and the server says what is due
  const asks = !reduces && known?.due === true
  const waits = !reduces && known === undefined && isFetching
  return (
    <>
      {children(open && !asks && !waits)}
      {known && <RiskSheet known={known} open={open && asks} onOpenChange={onOpenChange} />}
    </>
  )
}

interface RiskSheetProps {
  known: Disclosure
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RiskSheet({ known, open, onOpenChange }: RiskSheetProps) {
  const errorText = useErrorText()
  const accept = useAccept()
  const [title = '', ...rest] = known.lines
  const said = rest.slice(0, -2)
  const [asked = '', understand = ''] = rest.slice(-2)
  const setOpen = (next: boolean) => {
    if (accept.isPending) return
    accept.reset()
    onOpenChange(next)
  }
  return (
    <OwnSheet
      open={open}
      onClose={() => setOpen(false)}
      title={title}
      footer={
        <SendButton wide busy={accept.isPending} onClick={() => accept.mutate(known)}>
          {understand}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {said.map((line) => (
          <p key={line} className="text-16">
            {line}
          </p>
        ))}
        <p className="text-12 text-quiet">{asked}</p>
        <Refused text={accept.isError ? errorText(accept.error) : undefined} />
      </div>
    </OwnSheet>
  )
}
