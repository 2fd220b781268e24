/** The roles above every portal (ROL-012). Apart from the others, because each public page needs these and no more. */
export const SUPER_ADMINS = ['super_admin', 'sub_super_admin'] as const
