import { useEffect, useRef } from 'react'

/** Shows an image that is only in memory; its address is given back when it goes. */
export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (image.current === null) return
    const url = URL.createObjectURL(blob)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={image} alt={alt} className={className} />
}
