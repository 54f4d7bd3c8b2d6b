import type { ComponentProps, FocusEvent, MouseEvent, ReactNode } from 'react'
import { type Target, hrefOf } from './place.ts'
import { useRouter } from './useRouter.ts'

export interface LinkProps extends Target, Omit<ComponentProps<'a'>, 'href'> {
  children: ReactNode
  /** Takes the place of the page that stands there. */
  replace?: boolean
}

/** A link to a screen of the app. Its code is on its way as soon as a finger or pointer is on the link. */
export function Link({ to, params, search, replace = false, onClick, onFocus, children, ...rest }: LinkProps) {
  const router = useRouter()
  const href = hrefOf({ to, params, search })
  const preload = () => router.preload(href)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void router.navigate({ href, replace })
  }
  const enter = (event: FocusEvent<HTMLAnchorElement>) => {
    preload()
    onFocus?.(event)
  }
  return (
    <a {...rest} href={href} onClick={press} onMouseEnter={preload} onTouchStart={preload} onFocus={enter}>
      {children}
    </a>
  )
}

// What else is pressed with it means a tab, a window or a file of its own: that is the browser's.
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  if (event.button !== 0 || (target !== '' && target !== '_self')) return false
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
