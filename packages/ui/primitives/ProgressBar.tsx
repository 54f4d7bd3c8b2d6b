/** Which share of something has gone, from 0 to 1, with the words that say it. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="figures text-12 text-quiet">
        {label}
      </span>
      <progress
        aria-label={label}
        value={Math.round(share * 100)}
        max={100}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}
