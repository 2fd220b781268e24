/** How uploads name their owner: the portal in which they act, and the person. */
export const ownerOf = (portalId: number, userId: number | ''): string => `${portalId}:${userId}`

/** The portal of an owner. */
export const portalOf = (owner: string): number => Number(owner.split(':')[0])
