import type { ComponentProps } from 'react'
import { joined } from './joined.tsx'

export interface PageProps extends ComponentProps<'div'> {
  /** Reading 40 rem, a form or list 48, two panes 76. */
  width?: 'reading' | 'list' | 'panes'
}

const widths = { reading: 'max-w-160', list: 'max-w-192', panes: 'max-w-304' }

/** The column of a page: gutter 16; in the middle of a tablet, and under the page's head on a desk. */
export function Page({ width = 'list', className, ...rest }: PageProps) {
  return (
    <div {...rest} className={joined('mx-auto w-full px-4 pb-6 tablet:px-6 desk:mx-0', widths[width], className)} />
  )
}
