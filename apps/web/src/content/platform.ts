export const platforms = ['ios', 'android', 'desktop'] as const
export type Platform = (typeof platforms)[number]

/** Which instructions fit a device: by the browser's name of itself, and by its touch for an iPad that calls itself a Mac. */
export function platformOf(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'desktop'
}
