-- Counters of the rate limiter (library rate-limiter-flexible); losing them in a crash loses nothing of worth.
CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
