-- A category may have a name in English; without one its own name is read in both languages.
ALTER TABLE categories ADD COLUMN name_en text;
