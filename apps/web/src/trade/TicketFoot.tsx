import type { ReactNode } from 'react'

/**
 * The button of an order form: on a phone it stays at the foot of its sheet, over the sheet's own padding, so that
 * nothing of the form shows beneath it.
 */
export function TicketFoot({ children }: { children: ReactNode }) {
  return (
    <div className="max-tablet:sticky max-tablet:-bottom-4 max-tablet:z-10 max-tablet:-mx-5 max-tablet:bg-overlay max-tablet:px-5 max-tablet:pt-3 max-tablet:pb-5 max-tablet:hairline-t">
      {children}
    </div>
  )
}
