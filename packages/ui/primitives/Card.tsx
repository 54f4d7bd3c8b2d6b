import type { ComponentProps } from 'react'
import { joined } from './joined.tsx'

/** A surface that holds one thing; 16 inside, radius 12. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={joined('rounded-card bg-surface p-4', className)} />
}
