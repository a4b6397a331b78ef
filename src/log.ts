/** What operators are told; pino's logger fits. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What those are told, too, who look for the cause of a fault. */
export interface FullLog extends Log {
  error(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}
