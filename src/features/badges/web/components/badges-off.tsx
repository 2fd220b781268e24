import { Alert } from '#ui/public/parts/alert.tsx'

/** Says where badges are asked for that the portal takes none (BDG-037). */
export const BadgesOff = ({ text = 'Nobody signs in with a badge until then.' }: { text?: string }) => (
  <Alert tone="warning">
    Badges are switched off in this portal. An administrator can switch them on in the portal settings. {text}
  </Alert>
)
