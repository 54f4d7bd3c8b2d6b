import { useEffect } from 'react'

/** Has the browser show another image for the page; the page's own stays where the address is empty or broken. */
export function usePageIcon(address: string): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon === null || address === '') return
    const own = { href: icon.href, type: icon.type }
    const image = new Image()
    image.addEventListener('load', () => {
      icon.removeAttribute('type')
      icon.href = address
    })
    image.src = address
    return () => {
      image.src = ''
      Object.assign(icon, own)
    }
  }, [address])
}
